import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { users, visits } from '../../../../src/server/db/schema';
import { aRepsDay } from '../../../support/app/aRepsDay';
import { json } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';
import { startVisit } from '../../../support/server/aStockedLocation';

const day = aRepsDay();

const type = async (note: string) => {
  const field = await screen.findByLabelText('Note');
  await userEvent.clear(field);
  await userEvent.type(field, note);
};
const storedVisit = async () => (await day.server.db.select().from(visits))[0];

test('33 a refused submit that is corrected after a later change of its visit is recorded as corrected', async () => {
  const { server, location, device } = day;
  const [ana] = await server.db.select().from(users).where(eq(users.email, day.ana));
  if (!ana) throw new Error('Ana is not there');
  const visit = await startVisit(await server.signIn(ana), location);
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  device.network.passing = (request, response) =>
    request.url.endsWith('/submit') ? Promise.resolve(json({ error: 'Refused.' }, 422)) : response();

  const submitting = await day.openApp(paths.visit(visit._id));
  const partial = await screen.findByRole('radio', { name: 'partial' });
  day.loseSignal(submitting);
  await userEvent.click(partial);
  await type('First');
  await press('Submit Visit');
  await waitFor(() => expect(submitting.getState().queue.entries).toHaveLength(1));
  const editing = await day.openApp(paths.editVisit(visit._id));
  await type('Later');
  await press('Save');
  await waitFor(() => expect(editing.getState().queue.entries).toHaveLength(2));
  day.regainSignal(editing);
  await waitFor(() => expect(editing.getState().queue.entries).toMatchObject([{ state: 'refused' }, {}]));

  day.loseSignal(editing);
  const correcting = await day.openApp(paths.visit(visit._id));
  await type('Corrected');
  await press('Submit Visit');
  await screen.findByText(/^It may already be recorded/);
  await press('Submit Visit');
  await waitFor(() => expect(correcting.getState().queue.entries).toHaveLength(3));
  device.network.passing = null;
  day.regainSignal(correcting);
  await waitFor(async () =>
    expect(await storedVisit()).toMatchObject({ note: 'Corrected', submittedAt: expect.any(Date) }),
  );
});
