/** Which tabs a contract of a kind has: what is agreed in it, and what only others agree in (docs/decisions.md). */
import type { Contract } from '../../../schemas/generated/api.ts';
import { Problem } from '../../core/problems.ts';

export type Kind = Contract['type']['name'];
export type Tab = Contract['tabs'][number];

/** Every contract has these. */
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
/** Places that are emptied, by whom and how that is counted. */
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
/** Vehicles that bring waste to a place, or fetch it there. */
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

/** On which tabs the records stand that not every kind has. */
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

/** Throws when contracts of the kind have no such part. */
export function requirePart(kind: Kind, part: string): void {
  const tabs = TABS_OF_PARTS[part];
  if (tabs && !tabs.some((tab) => tabsOf(kind).includes(tab))) throw new Problem(409, 'kindLacksPart');
}

/** The tabs of a kind. */
export const tabsOf = (kind: Kind): readonly Tab[] => [...COMMON, ...TABS[kind]];
