/** The cookies of the product: the session, and the known browser. Scripts can read neither. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_DAYS } from '../access/devices.ts';
import { SESSION_COOKIE, SESSION_SECONDS } from '../access/sessions.ts';

const DEVICE_COOKIE = 'device';
const DEVICE_SECONDS = DEVICE_DAYS * 24 * 60 * 60;

/**
 * Returns the cookie name. `secure`: https only; then other hosts of the domain and plain connections cannot set it.
 */
const nameOf = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name);

function write(
  reply: FastifyReply,
  name: string,
  value: string | undefined,
  seconds: number,
  secure: boolean,
) {
  const common = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  if (value) reply.setCookie(nameOf(name, secure), value, { ...common, maxAge: seconds });
  else reply.clearCookie(nameOf(name, secure), common);
}

export function sessionToken(request: FastifyRequest, secure: boolean): string | undefined {
  return request.cookies[nameOf(SESSION_COOKIE, secure)];
}

export function setSessionToken(reply: FastifyReply, token: string | undefined, secure: boolean): void {
  write(reply, SESSION_COOKIE, token, SESSION_SECONDS, secure);
  // Pages of this account must not be visible after going back. Its preferences are preserved.
  if (!token) reply.header('Clear-Site-Data', '"cache"');
}

export function deviceToken(request: FastifyRequest, secure: boolean): string | undefined {
  return request.cookies[nameOf(DEVICE_COOKIE, secure)];
}

export function setDeviceToken(reply: FastifyReply, token: string, secure: boolean): void {
  write(reply, DEVICE_COOKIE, token, DEVICE_SECONDS, secure);
}
