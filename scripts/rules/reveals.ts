import ts from 'typescript';
import {type SourceFile, type Violations, visit} from './source-file.ts';

/** Outside of the adapters, which give secrets to what they are for: who sees the text of a secret, and why. */
const MAY_REVEAL: Readonly<Record<string, string>> = {
  'src/core/secret/secret.ts': 'it is the value',
  'src/core/secret/seal-values.ts': 'encrypts the values that a saved plan applies',
  'src/core/plan/saved-terraform.ts': 'encrypts the plan file of Terraform in a saved plan',
  'src/engine/sealing/data-keys.ts': 'seals the data keys of a backend with each other',
  'src/core/secret/redactor.ts': 'looks for it in what is printed, to take it out',
  'src/core/secret/property-of.ts': 'finds one property of a document that is secret as a whole',
  'src/config/sources/helm/find-references.ts': 'gives helm the secrets that a source reveals',
  'src/core/chart/join-values.ts': 'puts kept values of a chart into its new texts',
  'src/core/workspace/basic-authorization.ts': 'makes the header of a login for the adapters that send it',
  'src/core/secret/value-kind.ts': 'distinguishes numbers and flags from texts',
  'src/main/kubeconfigs.ts': 'writes the token of the sandbox into its kubeconfig, which is secret again',
  'src/main/redacting.ts': 'adds the credential of an authorization header to the known secrets',
};

/** The text of a secret is asked for where it is used, and nowhere else. */
export function reveals(files: readonly SourceFile[]): Violations {
  const found = files.filter(({path, tree}) => !path.startsWith('src/adapters/') && asks(tree));
  const unneeded = Object.keys(MAY_REVEAL).filter(
    (path) => files.some((one) => one.path === path) && !found.some((one) => one.path === path),
  );
  return [
    ...found
      .filter(({path}) => MAY_REVEAL[path] === undefined)
      .map(
        ({path}) =>
          `${path}: asks for the text of a secret; give its reason in scripts/rules/reveals.ts, or leave it to an adapter`,
      ),
    ...unneeded.map((path) => `${path}: asks for no secret any more; take it out of scripts/rules/reveals.ts`),
  ];
}

function asks(tree: ts.SourceFile): boolean {
  let found = false;
  visit(tree, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    if (['reveal', 'base64'].includes(node.expression.name.text)) found = true;
  });
  return found;
}
