/** Constraints that no caller can reach, by the reason why. New ones say it in their migration. */
const reasons: Readonly<Record<string, string>> = {
  'Every call that writes the value takes no more than the constraint lets in.': `
    adjustments_amount_minor_check bank_messages_external_id_check bank_messages_source_check
    chat_groups_channel_check chat_groups_language_check chat_groups_merge_seconds_check
    chat_groups_min_amount_minor_check chat_groups_name_check deposits_amount_minor_check
    deposits_amount_requested_minor_check deposits_method_check devices_battery_bps_check
    employees_adjustment_per_day_minor_check employees_approval_limit_minor_check employees_state_check
    employees_type_check employees_username_check export_jobs_language_check list_layouts_layout_check
    list_layouts_list_check list_views_filters_check list_views_layout_check list_views_list_check
    list_views_name_check list_views_scope_check machine_nonces_nonce_check
    member_bank_accounts_account_no_check member_logins_result_check member_notes_body_check
    members_first_name_check members_last_name_check members_level_check members_phone_check
    members_source_channel_check members_state_check members_username_check
    members_withdrawal_day_count_check members_withdrawal_day_minor_check
    members_withdrawal_max_minor_check members_withdrawal_min_minor_check notifications_audience_check
    notifications_severity_check roles_adjustment_per_day_minor_check roles_approval_limit_minor_check
    roles_name_check withdrawals_amount_minor_check`,
  'The server sets these columns together in one statement, or the contract takes them as one.': `
    adjustments_reversed approvals_check1 approvals_check2 background_jobs_check background_jobs_check1
    background_jobs_check2 background_jobs_check3 chat_deliveries_check chat_groups_check
    deposits_check deposits_check1 employee_confirmations_check employees_check export_jobs_check
    export_jobs_check1 export_jobs_check2 list_views_check notifications_check private_files_check
    private_files_check1 restores_check sessions_check withdrawals_check1 withdrawals_check3
    withdrawals_check4 withdrawals_check5`,
  'The row behind it is held while its state is read: who comes second is refused by a rule.': `
    adjustments_approval_id_key adjustments_reversal_approval_id_key deposits_approval_id_key
    deposits_link_approval_id_key deposits_one_per_line deposits_reversal_approval_id_key
    employees_limits_approval_id_key employees_otp_approval_id_key employees_role_approval_id_key
    hand_links_approval_id_key member_bank_accounts_approval_id_key member_bank_accounts_primary
    private_files_thing restores_approval_id_key roles_approval_id_key
    statement_lines_bank_account_id_dedupe_key_key withdrawals_approval_id_key
    withdrawals_settled_line_id_key`,
  'The statement says `on conflict`, and the caller is answered from what is there.': `
    alarms_code_entity_id_idx approvals_one_pending bank_messages_device_id_external_id_key
    deposits_unique_satang events_code_entity_id_occurrence_key
    withdrawals_one_open withdrawals_request_key_key`,
  'A rule refuses first (fourEyes, ownRights); this is the wall behind it.': `
    adjustments_check approvals_check one_time_codes_check withdrawals_check withdrawals_check2
    withdrawals_check6`,
  'Drawn, counted or hashed by the server: no input makes two alike.': `
    adjustments_reference_key deposits_reference_key one_time_codes_code_hash_key sessions_token_hash_key
    withdrawals_reference_key`,
  'Written by the server, its workers and triggers in words of their own: no caller gives the value.': `
    activity_checkpoints_signature_check activity_checkpoints_writer_check activity_log_actor_kind_check
    activity_log_outside_id activity_log_result_check activity_seals_link_check activity_seals_seq_check
    activity_seals_activity_id_key adjustments_kind_check approval_links_agrees_check
    approval_links_guards_check approvals_checkers_needed_check
    approvals_outside_id approvals_state_check bank_accounts_anchor_balance_minor_check
    bank_accounts_day_limit_minor_check bank_accounts_role_check bank_accounts_state_check
    bank_accounts_transfer_limit_minor_check bank_accounts_bank_account_no_key bank_messages_state_check
    blacklist_kind_check blacklist_source_check blacklist_kind_value_idx brand_settings_only_row_check
    chain_gaps_check chat_deliveries_state_check day_closings_check deployment_only_row_check
    deployment_profile_check deployment_wrapped_key_check deposits_by_kind_check deposits_state_check
    background_jobs_failure_check background_jobs_kind_check background_jobs_kind_subject_id_key
    background_jobs_progress_done_check background_jobs_state_check
    deposits_gateway_ref_key deposits_slip_ref_key device_senders_source_check devices_state_check
    employee_confirmations_how_check employee_links_check employee_links_why_check
    event_progress_only_row_check export_jobs_failure_check export_jobs_state_check
    hand_links_amount_minor_check line_doubts_doubt_check machine_keys_kind_check machine_keys_state_check
    member_bank_accounts_state_check member_facets_state_level_source_channel_has_deposited_bank_key
    notifications_event_id_key one_time_codes_given one_time_codes_purpose_check payment_rails_state_check
    payment_rails_name_key payouts_amount_minor_check payouts_attempt_check payouts_state_check
    payouts_one_live payouts_withdrawal_id_attempt_key private_files_bytes_check
    private_files_entity_check private_files_height_check private_files_kind_check
    private_files_purpose_check private_files_sha256_check private_files_width_check restores_source_check
    rights_held_employee_id_is_admin_md5_idx sessions_ended_by_check sessions_kind_check
    statement_lines_amount_minor_check statement_lines_bank_time_precision_check
    statement_lines_chain_check statement_lines_direction_check statement_lines_source_check
    statement_lines_state_check wallet_progress_only_row_check withdrawals_band_check
    withdrawals_decision_kind_check withdrawals_fee_below_amount withdrawals_fee_minor_check
    withdrawals_state_check`,
  'The ledger’s own function judges before it writes, and answers in the codes of ledger-error.ts.': `
    accounts_check accounts_kind_check accounts_mode_check accounts_never_negative accounts_code_key
    holds_amount_minor_check holds_check holds_state_check holds_open_source transfers_amount_minor_check
    transfers_check transfers_from_after_check transfers_kind transfers_leg_count_check
    transfers_to_after_check transfers_from_version transfers_key_key transfers_reverses
    transfers_to_version`,
}

/** Each of them with its reason. */
export const unreachable: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, reason] as const),
  ),
)
