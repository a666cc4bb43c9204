-- Handled lines are listed by when each was settled; one that nobody touched was settled as it came.
create index statement_lines_handled on statement_lines (coalesce(handled_at, received_at) desc, id desc);
