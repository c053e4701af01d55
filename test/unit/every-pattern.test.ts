import {globSync, readFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {analyse} from 'scslre';
import ts from 'typescript';
import {expect, it} from 'vitest';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The checker finds these slow, and they are not: why. */
const LINEAR_ANYWAY: Readonly<Record<string, string>> = {
  [String.raw`/(?:[^,\\]|\\[^])*\\?(?:,|$)/g`]: 'it matches wherever it begins',
  [String.raw`/([^\s:'"{,-][^\s:'"]*)["']?\s*:/`]: 'the text has 1024 characters at most',
  [String.raw`/[^a-z0-9]+$/i`]: 'the text has 40 characters at most',
  [String.raw`/\((?:[^()\\]|\\.)*[*+{|](?:[^()\\]|\\.)*\)[*+{]|\)\)[*+{]/`]: 'the text has 256 characters at most',
  [String.raw`/\.?0*Z$/`]: 'the text is a time that JavaScript wrote',
};

/** Files that put an expression together, and why it takes linear time. What is checked as well is in `linear-patterns.test.ts`. */
const PUT_TOGETHER: Readonly<Record<string, string>> = {
  'src/ui/printable.ts': 'one character',
  'src/lib/invisible-characters.ts': 'one character, or three',
  'src/app/workspace/home-paths.ts': 'a path of our own, without a repetition',
  'src/config/sources/helm/subcharts.ts': 'from the beginning, a directory of the chart, then one name',
  'src/config/sources/helm/unread-values.ts': 'the name of a value, without a repetition',
  'src/config/yaml/quote-unsafe.ts': 'a word of our own, then digits',
  'src/adapters/helm/index/scan-index.ts': 'from the beginning, texts of one line that are divided by line breaks',
  'src/core/chart/may-read-value.ts': 'the name of a value, without a repetition',
  'src/core/chart/chart-version.ts': 'from the beginning, each part ends where the next begins',
  'src/core/chart/token-text.ts': 'tokens without a repetition; runs of base64 end where another character begins',
  'src/core/fields/field-path.ts': 'one of a few characters',
  'src/core/oci/oci-place.ts': 'from the beginning, names whose parts are divided by other characters',
  'src/adapters/terraform/dependants.ts': 'from the beginning, quoted texts that are divided by an arrow',
  'src/core/terraform/source.ts': 'from the beginning, each part ends where the next begins',
  'src/core/terraform/source-providers.ts':
    'the name of a provider, in lines whose parts are divided by other characters',
  'src/kubernetes/fields/structural-problems.ts': 'the pattern of a CRD: 256 characters, and a limit of time',
  'src/core/selection/glob.ts': 'a glob: what was found is not sought again',
  'src/core/selection/label-selector.ts': 'from the beginning, each part ends where the next begins',
  'src/adapters/sops/secret-store/sops-metadata.ts': 'the expression of a file: a limit of time',
  'src/adapters/aws/login/web-identity.ts': 'the tag of an element, in an answer of 1 MiB',
  'src/adapters/kubernetes/kubeconfig-files/text-of.ts':
    'from the beginning of a line, each part ends where the next begins',
  'src/sandbox/access/impersonated.ts': 'from the beginning, each part ends where the next begins',
  'src/sandbox/custom/value/formats.ts': 'from the beginning, of a fixed length or with one comma between two parts',
  'src/sandbox/kinds/formats.ts': 'the expressions of names in Kubernetes, whose parts are divided by dots or slashes',
  'src/sandbox/kinds/objects/networking.ts': 'a series of characters of one class',
  'src/sandbox/kinds/objects/networking/wildcard.ts': 'the expression of names in Kubernetes',
  'src/sandbox/kinds/workloads/check-job-spec.ts': 'a series of characters of one class',
  'src/sandbox/kinds/workloads/check-security.ts': 'the expression of names in Kubernetes',
  'src/sandbox/kinds/workloads/pull-policy.ts':
    'the expression of image names, whose parts are divided by dots or slashes',
};

type Found = {readonly literals: Map<string, string>; readonly together: Set<string>};

/** Every regular expression of the program, with a place where it stands, and every file that puts one together. */
function expressionsOf(files: readonly string[]): Found {
  const found: Found = {literals: new Map(), together: new Set()};
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(`${ROOT}/${file}`, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.literals.set(node.text, file);
      else if (
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        ts.isIdentifier(node.expression) &&
        node.expression.text === 'RegExp'
      )
        found.together.add(file);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

const {literals, together} = expressionsOf(globSync('src/**/*.ts', {cwd: ROOT}));

it('every regular expression of the program takes time in proportion to its text', () => {
  expect(literals.size).toBeGreaterThan(500);
  const slow = [...literals].flatMap(([literal, file]) => {
    const end = literal.lastIndexOf('/');
    const {reports} = analyse({source: literal.slice(1, end), flags: literal.slice(end + 1)}, {maxReports: 1});
    return reports.length === 0 || literal in LINEAR_ANYWAY ? [] : [`${literal} in ${file}`];
  });
  expect(slow).toEqual([]);
});

it('every exception is still in the program', () =>
  expect(Object.keys(LINEAR_ANYWAY).filter((literal) => !literals.has(literal))).toEqual([]));

it('every file that puts an expression together says why that one takes linear time', () =>
  expect([...together].toSorted()).toEqual(Object.keys(PUT_TOGETHER).toSorted()));
