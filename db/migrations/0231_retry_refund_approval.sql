-- A retry of a failed refund can need approval, as the refund itself did.
alter table approval_requests drop constraint approval_requests_action_check;
alter table approval_requests add constraint approval_requests_action_check
  check (action in ('refund-order', 'retry-refund', 'close-return', 'cancel-order', 'change-role', 'invite-staff',
    'delete-files', 'export-list', 'change-approval-rules'));
