/** The headers that tell browsers what this product never does. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Features of the browser that no screen uses; the place of the reader is for maps of the product alone. */
const PERMISSIONS = [
  'accelerometer=()',
  'camera=()',
  'display-capture=()',
  'geolocation=(self)',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'usb=()',
].join(', ');

/**
 * `secure`: reached by https alone, so browsers may be told never to try anything else. `mapOrigin`: the one host beside
 * this server that pages may read from, for the base map.
 */
export function protect(app: FastifyInstance, secure: boolean, mapOrigin?: string): void {
  const map = mapOrigin ? [mapOrigin] : [];
  app.register(helmet, {
    strictTransportSecurity: secure && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        // A blob is made by a script of the page: a picture that was asked for as a call.
        'img-src': ["'self'", 'data:', 'blob:', ...map],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...map],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
      },
    },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Permissions-Policy', PERMISSIONS);
  });
}
