import type { FastifyError, FastifySchemaValidationError } from 'fastify';

/** The beginning of the schema library's own messages, used where the contract has none. */
const GENERIC_MESSAGE = 'Invalid input';

/** A JSON path as a field name, list positions counted from 1: /lines/1/quantity is "lines 2 quantity". */
function fieldName(instancePath: string): string {
  const parts = instancePath.split('/').filter(Boolean);
  return parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part)).join(' ');
}

/** How many characters of a caller's name or value are quoted. */
const QUOTED_CHARS = 64;

function quoted(value: unknown): string {
  const text = String(value);
  return text.length > QUOTED_CHARS ? `${text.slice(0, QUOTED_CHARS)}…` : text;
}

/** How many names or values are listed. */
const LISTED_MAX = 10;

function listOf(values: unknown): string {
  if (!Array.isArray(values)) return quoted(values);
  const listed = values.slice(0, LISTED_MAX).map(quoted).join(', ');
  return values.length > LISTED_MAX ? `${listed}, …` : listed;
}

/** What is wrong with a field, from the schema's issue. */
function issueText(field: string, issue: FastifySchemaValidationError): string {
  const { expected, values, keys, minimum, maximum } = issue.params;
  const name = field ? `"${field}"` : 'The body';
  switch (issue.keyword) {
    case 'invalid_type':
      return field ? `${name} must be of type ${String(expected)}.` : 'Send the fields as a JSON object.';
    case 'invalid_value':
      return `${name} must be one of: ${listOf(values)}.`;
    case 'unrecognized_keys':
      return `${field ? `${name} has an unknown field` : 'Unknown field'}: ${listOf(keys)}.`;
    case 'too_small':
      return `${name} is too short or too small: at least ${String(minimum)}.`;
    case 'too_big':
      return `${name} is too long or too large: at most ${String(maximum)}.`;
    default:
      return `${name} is not valid.`;
  }
}

/**
 * What is wrong with a request, in one sentence that names the field. A message of the contract (spec §5) is returned
 * as it is; within a list, and in a query, the name of the field comes before it.
 */
export function validationMessage(error: Pick<FastifyError, 'validation' | 'validationContext'>): string {
  const issue = error.validation?.[0];
  if (!issue) return 'The request is not valid.';
  const field = fieldName(issue.instancePath);
  if (!issue.message || issue.message.startsWith(GENERIC_MESSAGE)) return issueText(field, issue);
  const needsName = field.includes(' ') || error.validationContext !== 'body';
  return needsName ? `${field}: ${issue.message}` : issue.message;
}
