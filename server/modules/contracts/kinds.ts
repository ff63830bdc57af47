/** Tabs of each kind of contract: those common to all, and those specific to the kind (docs/decisions.md). */
import type { Contract } from '../../../schemas/generated/api.ts';
import { Problem } from '../../core/problems.ts';

export type Kind = Contract['type']['name'];
export type Tab = Contract['tabs'][number];

/** Tabs of every contract. */
const COMMON: readonly Tab[] = [
  'info',
  'mutual-settlements',
  'limits',
  'settlements',
  'documents',
  'subscriptions',
  'restrictions',
  'contract-policies',
  'integrations',
];
/** Tabs of contracts on collection: stands, who empties them and how work is counted. */
const COLLECTED: readonly Tab[] = [
  'automatic-check-rules',
  'manage',
  'recalc-visits',
  'transportation',
  'plan',
  'container-groups',
  'area-rules',
  'confirm-modes',
  'districts',
  'vehicles',
  'visit-points',
];
/** Tabs of contracts on vehicles that bring waste to a place, or pick it up there. */
const DELIVERED: readonly Tab[] = ['customer-vehicles', 'vehicles', 'visit-points', 'other-visit-points'];

const TABS: Readonly<Record<Kind, readonly Tab[]>> = {
  COLLECTION: [...COLLECTED, 'prototypes'],
  GENERATION: [...COLLECTED, 'prototypes', 'customer-vehicles'],
  UTILIZATION: [...DELIVERED, 'districts', 'transportation', 'confirm-modes'],
  SOIL: [...DELIVERED, 'districts', 'transportation', 'confirm-modes', 'recalc-visits'],
  SERVICE: ['manage', 'plan', 'area-rules', 'districts', 'vehicles', 'confirm-modes', 'prototypes'],
  MANAGE: ['manage', 'automatic-check-rules', 'area-rules', 'districts', 'vehicles', 'recalc-visits'],
  ACCOUNTING: ['manage', 'automatic-check-rules', 'districts', 'vehicles'],
  WASH_MANAGE: ['manage', 'plan', 'area-rules', 'districts', 'vehicles', 'container-groups'],
  WASH: ['plan', 'container-groups', 'area-rules', 'districts', 'vehicles', 'confirm-modes'],
};

export const KINDS = Object.keys(TABS) as Kind[];

/** Tabs of the records that not every kind has. */
const TABS_OF_PARTS: Readonly<Record<string, readonly Tab[]>> = {
  contractPlan: ['plan'],
  contractContainerGroup: ['container-groups'],
  contractAreaRule: ['area-rules'],
  contractConfirmMode: ['confirm-modes'],
  contractDistrict: ['districts'],
  contractPrototype: ['prototypes'],
  contractCustomerVehicle: ['customer-vehicles'],
  contractVehicle: ['vehicles'],
  contractVisitPoint: ['visit-points', 'other-visit-points'],
  contractIncidentRule: ['automatic-check-rules'],
  contractClaimRule: ['automatic-check-rules'],
  contractRecalcRule: ['recalc-visits'],
  contractTransportation: ['transportation'],
};

/** Throws when contracts of the kind do not have the part. */
export function requirePart(kind: Kind, part: string): void {
  const tabs = TABS_OF_PARTS[part];
  if (tabs && !tabs.some((tab) => tabsOf(kind).includes(tab))) throw new Problem(409, 'kindLacksPart');
}

/** The tabs of a kind. */
export const tabsOf = (kind: Kind): readonly Tab[] => [...COMMON, ...TABS[kind]];
