import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { IDEMPOTENCY_KEY_HEADER } from '../../../../src/contract/headers';
import { createIdbRecordStore } from '../../../../src/offline/storage/idbRecordStore';
import { paths } from '../../../../src/paths';
import { aWrite } from '../../../support/app/aWrite';
import { noNetwork } from '../../../support/app/device';
import { aRep, json, openApp, startEnded, signedIn } from '../../../support/app/openApp';
import { boxes, items, location } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

const ID = '0192f0aa-0000-7000-8000-000000000009';
const OUTCOME_UNKNOWN =
  'It may already be recorded. The server must be asked first, and it can’t be reached now. Try again later.';

const onDisk = () => createIdbRecordStore().transact('readonly', ['entries'], (tx) => tx.getAll('entries'));

/**
 * The outbox with a note whose first try had no response, and whose second one met a change of Dana's. `cancels` is
 * what the server says to a wish to cancel the first one.
 */
async function outboxWithConflict(cancels: () => Response | Promise<Response>) {
  const sent: (string | null)[] = [];
  const responses = [
    noNetwork,
    () =>
      json({ error: 'Changed', current: { _id: 'v1', note: 'Theirs', version: 2 }, changedBy: { name: 'Dana' } }, 412),
    () => json({ _id: 'v1', note: 'Mine', version: 3 }),
  ];
  const app = await openApp(paths.outbox(), {
    ...signedIn(aRep),
    'GET /items': () => json(items),
    'GET /locations': () => json([location]),
    'GET /boxes': () => json(boxes),
    'GET /health': () => json({ ok: true }),
    'PATCH /visits/v1': (request: Request) => {
      sent.push(request.headers.get(IDEMPOTENCY_KEY_HEADER));
      return (responses[sent.length - 1] ?? noNetwork)();
    },
    [`DELETE /writes/${ID}`]: () => cancels(),
  });
  await screen.findByRole('heading', { name: 'Outbox' });
  await startEnded(app);
  const write = { ...aWrite({ note: 'Mine' }, ID), id: 'v1', base: { baseVersion: 1, over: null } };
  await app.dispatch(visitsApi.endpoints.updateVisit.initiate(write));
  await press('Sync now');
  await screen.findByText('Changed by Dana meanwhile');
  return sent;
}

test.each(['Send mine', 'Keep theirs'])(
  '34 %s first checks what became of a try without a response, and is never carried out unconfirmed',
  async (choice) => {
    let cancels: () => Response | Promise<Response> = noNetwork;
    const sent = await outboxWithConflict(() => cancels());
    await press(choice);
    await screen.findByText(OUTCOME_UNKNOWN);
    await press(choice);
    await screen.findByText(OUTCOME_UNKNOWN);
    expect(await onDisk()).toMatchObject([{ id: ID, body: { note: 'Mine' } }]);
    expect(sent).toEqual([ID, ID]);
    cancels = () => json({ state: 'cancelled' });
    await press(choice);
    await screen.findByText('Nothing waits. Everything you saved is on the server.');
    expect(sent).toHaveLength(choice === 'Send mine' ? 3 : 2);
  },
);

test('36 a change that can only be refused again is not offered to be sent unchanged', async () => {
  await outboxWithConflict(noNetwork);
  const offered = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(offered).toEqual(expect.arrayContaining(['Send mine', 'Keep theirs', 'Discard']));
  expect(offered).not.toContain('Try again');
});
