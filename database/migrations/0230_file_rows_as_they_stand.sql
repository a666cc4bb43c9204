-- A row of a statement file as it stands there, cell by cell, for whoever asks where a line came from. Of
-- files that were read before it is not known.
alter table statement_file_rows add column cells text;
