/** Compares conditions on the account's permissions with the permissions that an operation requires. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { astOf } from './expressions.ts';

/**
 * The result of a condition for accounts that have one permission, whatever the other values are; undefined where
 * it depends on these.
 *
 * @example truthFor("!('EDIT' in account.permissions) || row.closed", 'EDIT') is undefined, for 'VIEW' too
 */
function truthFor(condition: unknown, permission: string): boolean | undefined {
  const root = typeof condition === 'string' ? astOf(condition) : undefined;
  return root && truth(root, permission);
}

/** Whether the condition is `outcome` for every account that has any of these permissions. */
export const alwaysFor = (condition: unknown, permissions: readonly string[], outcome: boolean): boolean =>
  permissions.length > 0 && permissions.every((one) => truthFor(condition, one) === outcome);

function truth(node: ASTNode, permission: string): boolean | undefined {
  switch (node.op) {
    case 'value':
      return typeof node.args === 'boolean' ? node.args : undefined;
    case '!_': {
      const inner = truth(node.args, permission);
      return inner === undefined ? undefined : !inner;
    }
    case '&&':
    case '||': {
      const decisive = node.op === '||';
      const sides = node.args.map((side) => truth(side, permission));
      if (sides.includes(decisive)) return decisive;
      return sides.includes(undefined) ? undefined : !decisive;
    }
    case 'in': {
      const [word, list] = node.args;
      return word.op === 'value' && word.args === permission && isPermissions(list) ? true : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether the node is `account.permissions`. */
function isPermissions(node: ASTNode): boolean {
  if (node.op !== '.') return false;
  const [object, name] = node.args;
  return name === 'permissions' && object.op === 'id' && object.args === 'account';
}
