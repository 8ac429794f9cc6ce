import { describe, expect, it } from 'vitest';
import { aUser } from '../../support/server/builders';
import { serverOfFile } from '../../support/server/serverOfFile';

const server = await serverOfFile();
const admin = await server.signIn(await aUser(server.db, { roles: ['admin'] }));

/** From lists of stolen passwords that were published year after year; not read from the product's own list. */
const STOLEN = [
  ...['password', '12345678', '123456789', '1234567890', 'qwertyuiop', 'iloveyou', 'sunshine', 'princess'],
  ...['football', 'baseball', 'superman', 'trustno1', 'whatever', 'starwars', 'computer', 'michelle'],
  ...['jennifer', 'asdfghjkl', '1q2w3e4r', '1qaz2wsx', 'password1', 'passw0rd', '11111111', '87654321', 'letmein1'],
];

describe('security 6: security 40: a common password', () => {
  it.each([...STOLEN, ...STOLEN.map((one) => one.toUpperCase())])(
    'such as %s is refused by the server',
    async (password) => {
      const name = 'Zoe Quill';
      const email = `zoe${STOLEN.indexOf(password)}@example.com`;
      const response = await admin.post('/api/users', { name, email, password, roles: ['rep'] });
      expect([response.statusCode, response.json().error]).toEqual([400, expect.stringMatching(/common|guess/i)]);
    },
  );
});
