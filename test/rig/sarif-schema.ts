import type {Log} from 'sarif';
import {z} from 'zod';

/**
 * SARIF 2.1.0, as far as Gantry writes it: what the standard demands, its bounds, and no field that it does not know (its schema
 * forbids them). A field that is written anew is looked up in the standard, and then named here.
 */
const Line = z.int().min(1);
const Text = z.strictObject({text: z.string().min(1), markdown: z.string().min(1).optional()});

const Uri = z.string().refine((uri) => URL.canParse(uri, 'https://example.com/') && !/[\s<>"{}|\\^`]/.test(uri), {
  error: 'not a reference to a URI',
});

const Location = z.strictObject({
  physicalLocation: z.strictObject({
    // With an address or a place in a file; GitHub shows nothing without a file.
    artifactLocation: z.strictObject({uri: Uri, uriBaseId: z.string()}),
    region: z
      .strictObject({startLine: Line, startColumn: Line.optional(), endColumn: Line.optional()})
      .refine(({startColumn = 1, endColumn = startColumn}) => endColumn >= startColumn, {
        error: 'ends before it begins',
      }),
  }),
  logicalLocations: z
    .array(z.strictObject({fullyQualifiedName: z.string().min(1), kind: z.string()}))
    .min(1)
    .optional(),
});

const Result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  level: z.enum(['none', 'note', 'warning', 'error']),
  message: Text.omit({markdown: true}),
  locations: z.array(Location).length(1),
  partialFingerprints: z.record(z.string(), z.string()),
});

const Run = z.strictObject({
  tool: z.strictObject({
    driver: z.strictObject({
      name: z.string().min(1),
      semanticVersion: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/),
      rules: z.array(z.strictObject({id: z.string().min(1), shortDescription: Text, help: Text})),
    }),
  }),
  automationDetails: z.strictObject({id: z.string().regex(/\/$/)}),
  originalUriBaseIds: z.record(z.string(), z.strictObject({description: Text})),
  columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
  invocations: z.array(z.strictObject({executionSuccessful: z.boolean(), exitCode: z.int()})).length(1),
  // An empty list says that nothing was found; without it, that nobody has looked.
  results: z.array(Result),
});

const SarifLog = z.strictObject({
  $schema: z.url().optional(),
  version: z.literal('2.1.0'),
  runs: z.array(Run).length(1),
});

/** @throws Error that says where it is no SARIF, or where a rule or a base that is named is missing. */
export function readSarif(text: string): Log {
  const log = SarifLog.parse(JSON.parse(text));
  for (const {tool, results, originalUriBaseIds} of log.runs) {
    const ids = tool.driver.rules.map(({id}) => id);
    if (new Set(ids).size < ids.length) throw new Error('a rule is there twice');
    for (const {ruleId, ruleIndex, locations} of results) {
      if (ids[ruleIndex] !== ruleId) throw new Error(`rule ${ruleIndex} is not ${ruleId}`);
      for (const {physicalLocation} of locations)
        if (originalUriBaseIds[physicalLocation.artifactLocation.uriBaseId] === undefined)
          throw new Error(`nobody knows ${physicalLocation.artifactLocation.uriBaseId}`);
    }
  }
  return log;
}
