/** Passwords are stored as salted scrypt hashes; the hash contains its own cost, so the cost can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost parameters of a hash. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** One of the settings that OWASP recommends for scrypt. */
export const DEFAULT_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };

function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Hashes a password for storing. */
export async function hashPassword(password: string, cost: PasswordCost = DEFAULT_COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Returns whether the password matches the hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [kind, N, r, p, salt, key] = hash.split('$');
  if (kind !== 'scrypt' || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), cost), expected);
}
