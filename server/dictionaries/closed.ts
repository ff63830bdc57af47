/** Dictionaries that take no words of an instance: the product works by their words. */
const CLOSED: ReadonlySet<string> = new Set([
  'accountingPolicies',
  'collectionTariffTypes',
  'confirmModes',
  'containerFailureReasonVisibilities',
  'contractEditing',
  'contractLimitTypes',
  'contractPolicyAgreementTypes',
  'contractTypes',
  'couponProcessingTypes',
  'criticalFields',
  'customerKinds',
  'customerTariffs',
  'dayKinds',
  'dayTypes',
  'directoryVisibilities',
  'eventMetas',
  'eventSeverities',
  'failureActions',
  'fileAnalysisEvaluations',
  'jobStates',
  'limitPeriods',
  'limitUnits',
  'objectiveControlSupportedVariables',
  'orderPolicies',
  'pointGroupOperations',
  'recalcVisitRuleEvents',
  'regularityTypes',
  'scheduleTypes',
  'staffRoles',
  'transactionTypes',
  'unitStatusTypes',
  'visitPointTypes',
  'visitingRules',
  'visitingRulesSensors',
  'visitingRulesVisit',
]);

/** Whether an instance may have words of its own in the dictionary. */
export function takesOwnWords(dictionary: string): boolean {
  return !CLOSED.has(dictionary) && !dictionary.endsWith('Statuses');
}
