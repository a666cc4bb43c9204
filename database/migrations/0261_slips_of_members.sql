-- The member site brings slips too: nobody of the house uploaded them.
alter table slips alter column uploaded_by drop not null;
alter table private_files alter column uploaded_by drop not null;
alter table private_files add constraint private_files_by_somebody
  check (uploaded_by is not null or purpose = 'slip');
comment on constraint private_files_by_somebody on private_files is
  'no caller: only the call that takes slips of members keeps a file of nobody';
