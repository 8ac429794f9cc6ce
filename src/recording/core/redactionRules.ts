import { PACK_KEYWORDS, PACKAGING_DEFAULT } from '../../domain/packaging';

/** Which texts of an action, a response or a record may be stored, by their key. All others become pseudonyms. */

/** Never stored, whatever the person ticked. */
export const SECRET_KEY = /passw|token|cookie|authorization|secret|credential/i;

/** The kind of text under a key: the first word of its pseudonym. */
export const TEXT_KINDS: Readonly<Record<string, string>> = {
  name: 'Name',
  repName: 'Name',
  greeting: 'Name',
  rep: 'Name',
  location: 'Name',
  box: 'Box',
  label: 'Box',
  boxLabelPrefix: 'Box',
  item: 'Name',
  note: 'Note',
  street: 'Street',
  city: 'City',
  zip: 'Zip',
  address: 'Address',
};

function keysIn(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Keys whose texts are words of the app or the server and say nothing about a person. */
export const PLAIN_KEYS = keysIn(
  'type kind status method call endpointName requestStatus requestId reason ended trigger by outcome size boxSizes',
  'roles role responseType mode stores store key sku tab digest part v what op t limit page from to done queued form',
);

/** Keys of ids, and of lists of ids. A value without a digit, or with a space, counts as a name all the same. */
export const ID_KEYS = keysIn(
  'id _id ids userId visitId locationId boxId itemId deliveryId repId cacheOwnerId localId serverId serverIds creates',
  'firstTries oldId newId entryId localIdRefs only writeId over visit location box item rep delivery tabs originalArgs',
  'Idempotency-Key Captured-By',
);

export const PATH_KEYS: ReadonlySet<string> = new Set(['path', 'route']);

/** The words of a packaging text that pricing reads (spec §5). They are kept. */
const PACKAGING_WORDS = [...PACK_KEYWORDS, PACKAGING_DEFAULT];
export const PACKAGING_WORD = new RegExp(PACKAGING_WORDS.join('|'), 'i');

/** A pseudonym: the kind of text that it stands for, and a hash. */
export const PSEUDONYM = new RegExp(
  `^(?:${['Text', ...Object.values(TEXT_KINDS), ...PACKAGING_WORDS].join('|')}) [\\da-z]{1,6}$`,
);
