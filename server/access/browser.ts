/** Browser and system names, from the `User-Agent` header. */

/** The first match is used: browsers that include another's name come before it. */
const BROWSERS: readonly [RegExp, string][] = [
  [/YaBrowser\/(\d+)/, 'Yandex Browser'],
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).* Safari/, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Returns `Firefox 140, Linux`; for an unknown program, the first 40 characters of its `User-Agent`. */
export function browserOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const browser = BROWSERS.map(([mark, name]) => {
    const version = mark.exec(userAgent)?.[1];
    return version && `${name} ${version}`;
  }).find(Boolean);
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  return [browser ?? userAgent.slice(0, 40), system].filter(Boolean).join(', ');
}
