/** Reads a location by its id. */
import { handlers, instanceHandler } from '../../access/handler.ts';
import { notFound } from '../../core/problems.ts';

export const locationHandlers = handlers({
  locationGet: instanceHandler<'locationGet'>(async ({ scope, parameters }) => {
    const rows = scope.db.selectFrom('locations').select(['id', 'name']);
    const location = await rows.where('id', '=', parameters.locationId).executeTakeFirst();
    if (!location) throw notFound();
    return location;
  }),
});
