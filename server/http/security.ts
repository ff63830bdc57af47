/** Security headers that restrict what browsers may do with the pages. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Browser features that no screen uses; geolocation is allowed only for the product's own pages, for their maps. */
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
 * Adds the security headers, with HSTS if `secure`. `mapOrigin`: the only other origin from which pages may load, for
 * the base map.
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
        // A blob is created by a script of the page: an image that was requested as an API call.
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
