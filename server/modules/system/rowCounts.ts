/** How many rows several lists have, asked at once: a page of tabs shows the numbers. */
import { handlers, instanceHandler } from '../../access/handler.ts';

export const rowCountHandlers = handlers({
  rowCounts: instanceHandler<'rowCounts'>(async ({ operations, parameters }) => {
    const sizes: (number | null)[] = [];
    // One after the other: a page must not take all connections of the server.
    for (const { operation, with: values = {} } of parameters.of)
      sizes.push(await operations.count(operation, values));
    return sizes;
  }),
});
