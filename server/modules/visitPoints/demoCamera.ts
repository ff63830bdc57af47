/** The cameras of the demo: they respond like real ones, including failures. */
import sharp from 'sharp';

/** Prefix of the addresses of the demo cameras: `demo:yard`, `demo:gone`, `demo:slow`, `demo:refused`. */
export const DEMO = 'demo:';

export async function demoCamera(url: string, signal: AbortSignal): Promise<Response> {
  switch (url.slice(DEMO.length)) {
    case 'gone':
      return new Response(null, { status: 410 });
    case 'refused':
      throw new TypeError('connect ECONNREFUSED');
    case 'slow':
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    default: {
      const picture = await sharp(Buffer.from(yard(new Date().getUTCMinutes())))
        .jpeg()
        .toBuffer();
      return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/jpeg' } });
    }
  }
}

/** Draws a weighbridge with a truck that moves with the minutes. */
function yard(minute: number): string {
  const x = 60 + (minute % 12) * 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540" width="960" height="540">
    <rect width="960" height="540" fill="#8fa3b3"/><rect y="330" width="960" height="210" fill="#5d636b"/>
    <rect x="180" y="395" width="600" height="34" fill="#3a3f46"/>
    <rect x="720" y="180" width="150" height="170" fill="#c9c2b2"/><rect x="752" y="215" width="60" height="50" fill="#3e566b"/>
    <rect x="${x}" y="230" width="270" height="150" rx="14" fill="#2f7d5b"/>
    <rect x="${x + 276}" y="262" width="110" height="118" rx="12" fill="#eceef0"/>
    <g fill="#1d2026"><circle cx="${x + 60}" cy="394" r="34"/><circle cx="${x + 160}" cy="394" r="34"/><circle cx="${x + 335}" cy="394" r="34"/></g>
  </svg>`;
}
