// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { acceptRecorded } from '../../../../src/state/outbox/refusedEntries';
import { aWrite } from '../../../support/app/aWrite';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

it('33 after "Leave it" a change that was made over the left one conflicts with what was left', async () => {
  const { device, tab, server, openVisit, visitRows } = await setUp();
  const { dispatch } = tab.store;
  const { submitVisit, updateVisit } = visitsApi.endpoints;
  const visit = await openVisit();
  await device.setOnline(false);
  const submit = aWrite({ outcome: 'partial' as const, note: 'mine' });
  void dispatch(submitVisit.initiate({ id: visit, ...submit, base: { baseVersion: 1, over: null } }));
  await device.clock.settle();
  const update = aWrite({ outcome: 'partial' as const, note: 'mine, corrected' });
  void dispatch(updateVisit.initiate({ id: visit, ...update, base: { baseVersion: 1, over: submit.writeId } }));
  await device.clock.settle();
  const admin = await server.signIn('admin');
  await admin.post(`/api/visits/${visit}/submit`, { outcome: 'partial', note: 'by the admin' });
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
  expect(await dispatch(acceptRecorded(submit.writeId, false))).toBe('done');
  await device.clock.advance(60_000);
  expect(await visitRows()).toMatchObject([{ note: 'by the admin' }]);
  expect(device.states()).toMatchObject([{ id: update.writeId, state: 'refused', lastError: { status: 412 } }]);
});
