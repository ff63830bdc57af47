// What the runner calls to have a scene drawn: code and data are there, nothing of it is drawn yet.
const { pathname, searchParams } = new URL(location.href);
const form = searchParams.get('form');
const find = form
  ? () => document.querySelector(`nav a[href="/${form}"]`)
  : () => document.querySelectorAll('[role=tab]')[1];
while (!find() || document.querySelector('[aria-busy=true], .skeleton'))
  await new Promise((resolve) => setTimeout(resolve, 10));
if (pathname === '/start')
  while (!document.querySelector('form input')) await new Promise((resolve) => setTimeout(resolve, 10));
window.__bench = { mount: () => find().click() };
