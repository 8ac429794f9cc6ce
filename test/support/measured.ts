/**
 * Whether times are measured: `npm run security` does so, on a machine that has nothing else to do. The test command
 * holds the same checks to a generous bound, because a busy machine is no fault of the product.
 */
const isMeasured = process.env.SECURITY_MEASURED === '1';

/** The bound that a check has to keep, and how often it is repeated. */
export const measured = <Bound>(strict: Bound, generous: Bound): Bound => (isMeasured ? strict : generous);
