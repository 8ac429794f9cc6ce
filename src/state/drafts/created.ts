import { useLocation } from 'react-router';
import { asRecord, asText } from '../../api/parsers/values';

/** What was just created, as the list that shows it next names it. */
export interface Created {
  _id: string;
  name: string;
}

/** What the response of a call that creates something has created. */
export function createdBy(response: unknown): Created {
  const body = asRecord(response);
  const { _id, name } = asRecord(body.user ?? body);
  return { _id: asText(_id), name: asText(name) };
}

/** What led to this list; `null` where nothing was created. */
export function useCreated(): Created | null {
  const { created } = asRecord(useLocation().state);
  return created ? createdBy(created) : null;
}

/** The rows with the new one on top, where it is in view however long the list is. */
export function createdFirst<Row extends { _id: string }>(rows: readonly Row[], created: Created | null): Row[] {
  const isNew = ({ _id }: Row) => _id === created?._id;
  return [...rows.filter(isNew), ...rows.filter((row) => !isNew(row))];
}
