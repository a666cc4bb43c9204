-- A gateway said that an order was refunded or charged back: what its member was credited is taken back under
-- dual control, by the same posting as any deposit. What the gateway said is judged in guard_reversals().
insert into approval_links (kind, table_name, column_name, agrees) values
  ('gatewayCreditReversal', 'deposits', 'reversal_approval_id',
    '{"orderId": "gateway_ref", "amountMinor": "amount_minor"}');
insert into approval_needs (kind, requires) values
  ('gatewayCreditReversal',
    '{"memberManagement": {"isCreate": true}, "pretransactionRequest": {"isRead": true, "isUpdate": true}}');
