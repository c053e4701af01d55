import ts from 'typescript';
import type {SourceFile, Violations} from './source-file.ts';

const MOST = 12;

/** Requests that are larger, and why no smaller one would say the same. */
const MAY_BE_LARGE: Readonly<Record<string, string>> = {
  SavedRequest: 'a saved plan keeps it: its members are the file',
};

/** A type that says what a function is asked for has at most twelve members of its own; a group of members that has a name counts as one. */
export function requestMembers(files: readonly SourceFile[]): Violations {
  const requests = files.flatMap(({path, tree}) =>
    tree.statements
      .filter(ts.isTypeAliasDeclaration)
      .filter(({name}) => name.text.endsWith('Request'))
      .map((node) => ({path, name: node.name.text, count: countMembers(node.type)})),
  );
  const large = requests.filter(({count}) => count > MOST);
  const needed = new Set(large.map(({name}) => name));
  return [
    ...large
      .filter(({name}) => MAY_BE_LARGE[name] === undefined)
      .map(({path, name, count}) => `${path}: ${name} has ${count} members, and at most ${MOST} are allowed`),
    ...requests
      .filter(({name}) => MAY_BE_LARGE[name] !== undefined && !needed.has(name))
      .map(({path, name}) => `${path}: ${name} is not large any more; take it out of scripts/rules/request-members.ts`),
  ];
}

function countMembers(node: ts.TypeNode): number {
  if (ts.isParenthesizedTypeNode(node)) return countMembers(node.type);
  if (ts.isTypeLiteralNode(node)) return node.members.length;
  if (ts.isIntersectionTypeNode(node)) return node.types.reduce((sum, one) => sum + countMembers(one), 0);
  return 1;
}
