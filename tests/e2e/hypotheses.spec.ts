/** A planner's morning: a hypothesis in four steps, its calculation, what it found and what it left out. */
import { enter, expect, rowsOf, settled, test, toast } from './fixtures.ts';
import { spec } from '../spec/spec.ts';
import { exactly } from './texts.ts';

const NAME = 'Левый берег на неделю';

test('a hypothesis is planned in four steps, calculated and compared', async ({
  page,
  t,
  product,
  watch,
}) => {
  spec('/hypotheses', '/hypothesis/:hypothesisId', 'B-094', 'B-061', 'B-062', 'B-097', 'V-068');
  watch.allow(/WebGL|GPU/);
  // For the hours of the night the last planned day of the demo is today, since its days are those of UTC.
  await product.sql(
    `with tomorrow as (select (now() at time zone 'Europe/Moscow')::date + 1 as day)
     update task_items set task_date = (select day from tomorrow)
     where task_date = (select max(task_date) from task_items) and task_date < (select day from tomorrow)`,
  );
  const next = () => page.getByRole('button', { name: t('engine.wizard.next'), exact: true }).click();
  const heading = (key: string) => page.getByRole('heading', { name: new RegExp(`^${t(key)}`) });

  await test.step('step 1: a name that is free', async () => {
    await enter(page, 'planner', '/hypotheses');
    await expect(rowsOf(page).first()).toBeVisible();
    await page.getByRole('button', { name: t('hypotheses.add') }).click();
    const name = page.getByRole('textbox', {
      name: new RegExp(`^${exactly(t('hypothesis.name')).source.replaceAll(/^\^|\$$/g, '')}`),
    });
    await name.fill('ТКО на завтра, основной вариант');
    await expect(page.getByText(t('hypothesis.nameTaken')).first()).toBeVisible();
    await name.fill(NAME);
    await expect(page.getByText(t('hypothesis.nameTaken'))).toHaveCount(0);
    await next();
  });

  await test.step('step 2: tasks out of the plan', async () => {
    await expect(heading('hypothesis.step.tasks')).toBeVisible();
    await page.getByRole('button', { name: t('vTasks.fromPlan') }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    // The table of days had rows before. While the tasks load, the button moves.
    await expect(page.getByText(t('vTasks.none'))).toHaveCount(0);
    await settled(page);
    await expect(rowsOf(page).first()).toBeVisible();
    await next();
  });

  await test.step('step 3: shifts of the day, cloned', async () => {
    await expect(heading('hypothesis.step.units')).toBeVisible();
    await page.getByRole('button', { name: t('vUnits.clone') }).click();
    const dialog = page.getByRole('dialog').last();
    const shifts = rowsOf(dialog);
    await expect(shifts.first()).toBeVisible();
    const count = await shifts.count();
    for (let i = 0; i < count; i += 1) await shifts.nth(i).getByRole('checkbox').check();
    await dialog.getByRole('button', { name: t('common.apply'), exact: true }).click();
    await expect(toast(page, t('vUnits.cloned'))).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(count);
    // Which vehicles are on shift differs from day to day: one may unload where nothing of this day is taken.
    const id = /hypothesis\/([0-9a-f-]{36})/.exec(page.url())![1]!;
    const faults = await page.evaluate(
      async (of) =>
        (await (await fetch(`/api/v3/hypothesis/${of}/fault/list`)).json()) as {
          step: string;
          text: string;
        }[],
      id,
    );
    for (const { text } of faults.filter(({ step }) => step === 'units'))
      await product.sql(
        `delete from v_units u using vehicles v
         where u.hypothesis_id = $1 and v.id = u.vehicle_id and position(v.reg_number in $2) > 0`,
        [id, text],
      );
    await next();
  });

  await test.step('step 4: two seconds of calculation', async () => {
    await expect(heading('hypothesis.step.setting')).toBeVisible();
    await page
      .getByRole('textbox', { name: new RegExp(`^${t('hypothesis.setting.maxCalculationTime')}`) })
      .fill('2');
    await page.getByRole('button', { name: t('hypothesis.calculate'), exact: true }).click();
    await expect(page).toHaveURL(/\/solutions\/[0-9a-f-]{36}/);
    await expect(page.getByText(/^Рассчитано$/).last()).toBeVisible({ timeout: 40_000 });
  });

  await test.step('the solution is shown in groups, routes and on the map; what was left out has reasons', async () => {
    spec('GET solution v-route list', 'C-043');
    const [found] = await product.sql<{ routes: string; left: string; id: string }>(
      `select s.id, (select count(*) from v_routes r where r.solution_id = s.id) as routes,
         (select count(*) from solution_unplanned_items x where x.solution_id = s.id) as left
       from solutions s join hypotheses h on h.id = s.hypothesis_id where h.name = $1`,
      [NAME],
    );
    // Which vehicles are on shift differs from day to day: what they cannot take is left out.
    expect(Number(found!.routes) + Number(found!.left)).toBeGreaterThan(0);
    // The chart above has rows for screen readers.
    const groups = page.locator('tbody tr[data-index]');
    if (Number(found!.routes) > 0) await expect(groups).toHaveCount(Number(found!.routes));
    // While counts load the tabs still move, and a press on a moving tab is lost.
    await settled(page);
    await page
      .getByRole('tab', { name: t('solution.routes') })
      .or(page.getByRole('link', { name: t('solution.routes') }))
      .first()
      .click();
    await settled(page);
    await expect(page.locator('[data-part="map"]').first()).toBeVisible();
    await page
      .getByRole('tab', { name: t('solution.comparison') })
      .or(page.getByRole('link', { name: t('solution.comparison') }))
      .first()
      .click();
    await settled(page);
    await expect(page.getByText('Пробег', { exact: true }).first()).toBeVisible();
    await page
      .getByRole('tab', { name: t('solution.excluded') })
      .or(page.getByRole('link', { name: t('solution.excluded') }))
      .first()
      .click();
    await settled(page);
    if (Number(found!.left) > 0) await expect(rowsOf(page).first()).toBeVisible();
    else await expect(page.getByText(t('excluded.none')).first()).toBeVisible();
  });
});

test('a stop is moved by hand to another vehicle, with a preview, and moved back', async ({
  page,
  t,
  product,
  watch,
}) => {
  watch.allow(/WebGL|GPU/);
  const [given] = await product.sql<{ solution: string; hypothesis: string }>(
    `select s.id as solution, h.id as hypothesis from solutions s join hypotheses h on h.id = s.hypothesis_id
     where h.name = $1 and s.status = 'SUCCESS' order by s.create_time limit 1`,
    ['ТКО на завтра, основной вариант'],
  );
  /** Tasks of each vehicle in a solution. */
  const tasks = async (solution: string) => {
    const rows = await product.sql<{ unit: string; tasks: string }>(
      `select r.v_unit_id as unit, count(p.v_task_item_id) as tasks from v_routes r
       left join v_route_stops p on p.v_route_id = r.id where r.solution_id = $1 group by r.v_unit_id`,
      [solution],
    );
    return new Map(rows.map((row) => [row.unit, Number(row.tasks)]));
  };
  const before = await tasks(given!.solution);
  await enter(page, 'planner', `/hypothesis/${given!.hypothesis}/solutions/${given!.solution}/routes`);
  // The map and the rows that load would move the buttons of the rows.
  await settled(page);
  await page
    .getByRole('button', { name: t('engine.table.openRow') })
    .first()
    .click();
  const stops = page.locator('[data-part=below] tbody tr[data-index]');
  await expect(stops.nth(2)).toBeVisible();
  // The first stop is the departure from the garage, which cannot be moved.
  await stops
    .nth(1)
    .getByRole('button', { name: t('engine.table.rowActions') })
    .click();
  await page.getByRole('menuitem', { name: t('solutionMove.open') }).click();
  const dialog = page.getByRole('dialog').last();
  await expect(dialog.getByRole('heading').first()).toBeVisible();

  await test.step('a preview shows the change before it is made', async () => {
    const target = dialog.getByRole('combobox', { name: new RegExp(`^${t('solutionMove.vUnitId')}`) });
    // After "none" and the vehicle that has it.
    await target.selectOption({ index: 2 });
    await expect(dialog.getByText(t('solutionMove.costChange'), { exact: true })).toBeVisible();
    await expect(dialog.getByText(t('solutionMove.to'), { exact: true })).toBeVisible();
  });

  const moved = await test.step('the stop is in the other route of a manual solution', async () => {
    await dialog.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
    await expect(toast(page, t('solutionMove.done'))).toBeVisible();
    // The toast precedes the navigation.
    await expect(page).not.toHaveURL(new RegExp(given!.solution));
    const id = /solutions\/([0-9a-f-]{36})/.exec(page.url())![1]!;
    const after = await tasks(id);
    const changed = [...after].map(([unit, count]) => count - (before.get(unit) ?? 0)).filter(Boolean);
    expect(changed.reduce((sum, one) => sum + one, 0)).toBe(0);
    expect(changed.filter((one) => one > 0)).toHaveLength(1);
    return { id, after };
  });

  await page.getByRole('button', { name: t('solutionMove.undo') }).click();
  await expect(toast(page, t('solutionMove.undone'))).toBeVisible();
  expect(await tasks(moved.id)).toEqual(before);
});
