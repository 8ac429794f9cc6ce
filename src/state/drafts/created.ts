import { useLocation } from 'react-router';
import { asRecord, asText } from '../../api/parsers/values';

/** The record that a form has just created, for the list that opens next. */
export interface Created {
  _id: string;
  name: string;
}

/** The created record in the response of a create call. */
export function createdBy(response: unknown): Created {
  const body = asRecord(response);
  const { _id, name } = asRecord(body.user ?? body);
  return { _id: asText(_id), name: asText(name) };
}

/** The record whose creation opened this list; `null` for none. */
export function useCreated(): Created | null {
  const { created } = asRecord(useLocation().state);
  return created ? createdBy(created) : null;
}

/** The rows with the new one first, so that it is visible in a long list. */
export function createdFirst<Row extends { _id: string }>(rows: readonly Row[], created: Created | null): Row[] {
  const isNew = ({ _id }: Row) => _id === created?._id;
  return [...rows.filter(isNew), ...rows.filter((row) => !isNew(row))];
}
