/** Conditions over the rights of the account, held against the rights that an operation asks for. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { astOf } from './expressions.ts';

/**
 * What a condition comes to for accounts that hold one right, whatever else holds; undefined where that decides
 * nothing.
 *
 * @example truthFor("!('EDIT' in account.permissions) || row.closed", 'EDIT') is undefined, for 'VIEW' too
 */
function truthFor(condition: unknown, permission: string): boolean | undefined {
  const root = typeof condition === 'string' ? astOf(condition) : undefined;
  return root && truth(root, permission);
}

/** Whether the condition comes to `outcome` for everybody who may use what asks for any of these rights. */
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

/** `account.permissions`. */
function isPermissions(node: ASTNode): boolean {
  if (node.op !== '.') return false;
  const [object, name] = node.args;
  return name === 'permissions' && object.op === 'id' && object.args === 'account';
}
