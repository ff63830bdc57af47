/** Row counts of several lists in one request, for the tabs of a page. */
import { handlers, instanceHandler } from '../../access/handler.ts';

export const rowCountHandlers = handlers({
  rowCounts: instanceHandler<'rowCounts'>(async ({ operations, parameters }) => {
    const sizes: (number | null)[] = [];
    // Sequential: a page must not occupy all connections of the server.
    for (const { operation, with: values = {} } of parameters.of)
      sizes.push(await operations.count(operation, values));
    return sizes;
  }),
});
