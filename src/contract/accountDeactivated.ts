/**
 * The `error` of the 403 for the session of a deactivated user. Clients recognize the refusal by these exact words, so
 * they never change, whatever the screens say.
 */
export const ACCOUNT_DEACTIVATED_ERROR = 'This account is deactivated.';
