import {XMLParser, XMLValidator} from 'fast-xml-parser';

/** What the schemas of Jenkins (junit-10.xsd) and what GitLab reads have in common: elements, attributes, order. */
const ELEMENTS: Readonly<
  Record<
    string,
    {readonly needs: readonly string[]; readonly may: readonly string[]; readonly children: readonly string[]}
  >
> = {
  testsuites: {needs: [], may: ['name', 'tests', 'failures', 'errors', 'time'], children: ['testsuite']},
  testsuite: {needs: ['name', 'tests'], may: ['failures', 'errors', 'skipped', 'time'], children: ['testcase']},
  testcase: {
    needs: ['name'],
    may: ['classname', 'time', 'file'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  skipped: {needs: [], may: ['message'], children: ['#text']},
  error: {needs: [], may: ['message', 'type'], children: ['#text']},
  failure: {needs: [], may: ['message', 'type'], children: ['#text']},
  'system-out': {needs: [], may: [], children: ['#text']},
};

export type JunitNode = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly JunitNode[];
  readonly text: string;
};

type Raw = Readonly<Record<string, unknown>>;

/** The document, if it is well-formed and valid; throws what is wrong with it. */
export function readJunit(xml: string): JunitNode {
  const wellFormed = XMLValidator.validate(xml);
  if (wellFormed !== true) throw new Error(wellFormed.err.msg);
  // oxlint-disable-next-line no-control-regex
  const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.exec(xml);
  if (forbidden !== null || !xml.isWellFormed()) throw new Error('it holds what no XML document may hold');
  const parsed = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    trimValues: false,
    parseTagValue: false,
  }).parse(xml) as Raw[];
  const roots = parsed.filter((raw) => raw['?xml'] === undefined && raw['#text'] === undefined).map(nodeOf);
  const [root] = roots;
  if (root?.name !== 'testsuites' || roots.length !== 1) throw new Error('its root is not testsuites');
  check(root);
  return root;
}

function nodeOf(raw: Raw): JunitNode {
  const name = Object.keys(raw).find((key) => key !== ':@') ?? '';
  const inner = raw[name] as readonly Raw[];
  return {
    name,
    attributes: (raw[':@'] ?? {}) as Readonly<Record<string, string>>,
    children: inner.filter((one) => one['#text'] === undefined).map(nodeOf),
    text: inner.map((one) => (typeof one['#text'] === 'string' ? one['#text'] : '')).join(''),
  };
}

function check({name, attributes, children, text}: JunitNode): void {
  const rule = ELEMENTS[name];
  if (rule === undefined) throw new Error(`<${name}> is no element of JUnit`);
  for (const needed of rule.needs) if (attributes[needed] === undefined) throw new Error(`<${name}> lacks ${needed}`);
  for (const given of Object.keys(attributes))
    if (![...rule.needs, ...rule.may].includes(given)) throw new Error(`<${name}> has no attribute ${given}`);
  if (!rule.children.includes('#text') && text.trim() !== '') throw new Error(`<${name}> holds text`);
  const order = children.map((child) => rule.children.indexOf(child.name));
  if (order.includes(-1)) throw new Error(`<${name}> may not hold ${children.map((child) => child.name).join(', ')}`);
  if (order.some((place, i) => place < (order[i - 1] ?? 0)))
    throw new Error(`<${name}>: its children are in another order`);
  for (const [attribute, child] of COUNTS)
    if (attributes[attribute] !== undefined && Number(attributes[attribute]) !== countIn(children, child))
      throw new Error(`<${name} ${attribute}="${attributes[attribute]}">, but there are ${countIn(children, child)}`);
  for (const child of children) check(child);
}

const COUNTS = [
  ['tests', 'testcase'],
  ['failures', 'failure'],
  ['errors', 'error'],
  ['skipped', 'skipped'],
] as const;

const countIn = (children: readonly JunitNode[], name: string): number =>
  children.reduce((sum, child) => sum + (child.name === name ? 1 : 0) + countIn(child.children, name), 0);
