/** Customers of an instance. */
import { startOf, type Ground } from './ground.ts';
import { Inserter } from './insert.ts';
import * as names from './names.ts';
import type { Random } from '../core/random.ts';
import type { SeedCustomer } from './types.ts';
import { postalAddress } from './whereabouts.ts';

const DAY_MS = 86_400_000;

/** Returns a row of `customers`; the random stream of the ground provides columns that were added later. */
export function customerRow(random: Random, ground: Ground, company: names.Company, taken: Set<string>) {
  const { instanceId, today, random: extra } = ground;
  const { kind, person } = company;
  let tin: string | null = names.tin(random, kind);
  while (taken.has(tin)) tin = names.tin(random, kind);
  taken.add(tin);
  const registrationNumber = kind === 'INDIVIDUAL' ? null : names.registrationNumber(random, kind, tin);
  const legal = postalAddress(ground, random);
  const status = random.weighted([
    ['ACTIVE', 90],
    ['BLOCKED', 4],
    ['INACTIVE', 6],
  ]);
  const registrationCode = kind === 'LEGAL' ? names.registrationCode(random, tin) : null;
  // Some individuals have no tax number on record.
  if (kind === 'INDIVIDUAL' && random.chance(0.4)) tin = null;
  return {
    id: random.uuid(),
    instance_id: instanceId,
    kind,
    name: company.name,
    short_name: company.shortName,
    tin,
    registration_code: registrationCode,
    registration_number: registrationNumber,
    code: random.chance(0.7) ? `00-${random.digits(6)}` : null,
    uuid_agreed: random.chance(0.3),
    vip: random.chance(0.06),
    actual_address: random.chance(0.7) ? legal : postalAddress(ground, random),
    legal_address: legal,
    phone: names.phone(random),
    mail: random.chance(0.6) ? `info${random.int(1, 9999)}@example.ru` : null,
    site: random.chance(0.2) ? `https://company${random.int(1, 9999)}.example.ru` : null,
    person_last_name: person?.lastName ?? null,
    person_first_name: person?.firstName ?? null,
    person_middle_name: person?.middleName ?? null,
    days_kind: random.chance(0.7) ? 'WORKDAY' : 'CALENDAR',
    claim_submission_days: random.int(0, 14),
    claim_consideration_days: random.int(0, 30),
    extra_identifier: extra.chance(0.2) ? `ЛС-${extra.digits(8)}` : null,
    tariff_kind: extra.pick(['NORMATIVE', 'ACTUAL', 'CONTAINER']),
    confirmation_mode: extra.pick(['AUTO', 'MANUAL']),
    status,
    status_account: names.initials(names.person(random)),
    status_reason: status === 'BLOCKED' ? 'Просроченная задолженность' : null,
    version: 1,
    change_time: new Date(startOf(today).getTime() - random.next() * 900 * DAY_MS).toISOString(),
  };
}

/** Adds container policies to some customers. */
export async function containerPoliciesOf(ground: Ground, customers: readonly SeedCustomer[]): Promise<void> {
  const { random, instanceId: instance_id } = ground;
  const table = new Inserter(ground.trx, 'customer_container_policies');
  for (const { id: customer_id } of customers) {
    if (!random.chance(0.3)) continue;
    const container_type = random.pick(['EURO_1100', 'STEEL_0750', 'SKIP_8']);
    await table.add({
      instance_id,
      customer_id,
      container_type,
      policy: random.pick(['BY_SCHEDULE', 'BY_REQUEST', 'BY_FILLING']),
    });
  }
  await table.flush();
}
