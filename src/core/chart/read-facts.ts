/** The facts of the cluster that the texts of a chart may read. */
export type ReadFacts = {
  readonly version: boolean;
  /** The kinds that the chart looks up: `v1/Secret`. `all`: it may decide by any API of the cluster. */
  readonly apis: 'all' | ReadonlySet<string>;
};

/**
 * Returns the facts that a chart may read, from its texts: other changes of the cluster leave its objects as they are. An error is on the side
 * of more facts.
 * @param texts all files of the chart and its dependencies, and the values, which templates may evaluate
 */
export function readFacts(texts: readonly string[]): ReadFacts {
  const isWhole = texts.some((text) => WHOLE.test(text));
  const isAny = isWhole || texts.some((text) => text.includes('APIVersions') || OTHER_LOOK_UP.test(text));
  return {
    // A chart may also require a version of Kubernetes in Chart.yaml.
    version: isWhole || texts.some((text) => /kubeVersion/i.test(text)),
    apis: isAny ? 'all' : new Set(texts.flatMap(lookedUpKinds)),
  };
}

/** `.Capabilities` that is passed on as a whole. */
const WHOLE = /Capabilities(?!\.(?:APIVersions|HelmVersion|KubeVersion)\b)/;

const LOOK_UP = /\blookup\s+"([^"]*)"\s+"([^"]*)"/g;

/** A look-up whose kind is not written out. */
const OTHER_LOOK_UP = /\blookup\b(?!\s+"[^"]*"\s+"[^"]*")/;

const lookedUpKinds = (text: string): readonly string[] =>
  [...text.matchAll(LOOK_UP)].map(([, api = '', kind = '']) => `${api}/${kind}`);

/** Returns the part of the served APIs that a chart may read. */
export const apisRead = ({apis}: ReadFacts, served: readonly string[]): readonly string[] =>
  apis === 'all' ? served : served.filter((api) => apis.has(api));
