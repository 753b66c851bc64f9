-- Deleting a customer's personal data can need approval.
alter table approval_requests drop constraint approval_requests_action_check;
alter table approval_requests add constraint approval_requests_action_check
  check (action in ('refund-order', 'retry-refund', 'close-return', 'cancel-order', 'change-role', 'invite-staff',
    'delete-files', 'export-list', 'read-records', 'change-approval-rules', 'erase-customer'));
