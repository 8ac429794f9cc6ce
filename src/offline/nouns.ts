/**
 * What queued writes create and change (spec §3), each with the first segment of its paths. A body that names such a
 * record has its id in a field with the name of the noun.
 */
const SEGMENTS = { visit: 'visits', delivery: 'deliveries' } as const;

export type Noun = keyof typeof SEGMENTS;

/** Names a visit or delivery, by its local or its server's id. */
export interface RecordName {
  noun: Noun;
  id: string;
}

export const NOUNS = Object.keys(SEGMENTS) as readonly Noun[];

/** The record that a path names: `/visits/x/submit` → visit x. `null` for a create. */
export function recordInPath(path: string): RecordName | null {
  const [, segment, id] = path.split('/');
  const noun = NOUNS.find((one) => SEGMENTS[one] === segment);
  return noun && id ? { noun, id: decodeURIComponent(id) } : null;
}

/** The id of the record of this noun that a path names; `''` for none. */
export function idInPath(path: string, noun: Noun): string {
  const record = recordInPath(path);
  return record?.noun === noun ? record.id : '';
}
