/**
 * Selectors with which a comparison of several libraries finds the parts of our scenes, as shown by `npm run
 * bench:serve`.
 */
const AT = 'http://127.0.0.1:4830';
const ROW = '[data-part=rows] tbody tr[data-index]';

const form = (name) => ({
  url: `${AT}/start?form=${name}`,
  field: (i) => `form [id$="f${i}"]:is(input, select, button)`,
  submit: 'form button[type=submit]',
  error: 'form p[id$="-error"]',
});

export default {
  external: true,
  scenes: {
    L1: {
      url: `${AT}/contracts`,
      key: `${ROW} td`,
      next: '[data-part=pager] button[aria-label="Next page"]',
      filter: 'input[type=search]',
      filterEnter: false,
    },
    L2: {
      url: `${AT}/rows`,
      key: `${ROW} td`,
      sort: 'th[data-column=amount] button',
      scroller: '[data-part=rows]',
      row: ROW,
      mode: 'virtual',
    },
    F1: form('f1'),
    F2: form('f2'),
  },
};
