import type {Command} from 'commander';
import type {applicationSchema} from '../../app/application-schema.ts';
import type {explainField} from '../../app/explain-field.ts';
import type {OpenSession, Session} from '../session.ts';
import {usageError} from '../usage.ts';

type Run = (...request: Parameters<typeof explainField>) => Promise<ReturnType<typeof explainField>>;

const explainLazily: Run = async (request) => (await import('../../app/explain-field.ts')).explainField(request);

const schemaLazily: typeof applicationSchema = async (request, deps) =>
  (await import('../../app/application-schema.ts')).applicationSchema(request, deps);

type Flags = {readonly recursive?: boolean; readonly schema?: boolean};

/** Defines `gantry explain FIELD`: describes a field of the files from their schemas. */
export const defineExplain = (
  command: Command,
  open: OpenSession,
  run = explainLazily,
  schemaOf = schemaLazily,
): Command =>
  command
    .argument(
      '[field]',
      'a file (project, stack, workspace, config, patches, spec, application), then its fields: stack.images',
    )
    .option('--recursive', 'list nested fields, too')
    .option('--schema', 'print the JSON Schema of gantry.app.yaml with the modules of the workspace, for editors')
    .action(async (path: string | undefined, {recursive = false, schema = false}: Flags) => {
      const session = await open();
      if (schema) return printSchema(path, session, schemaOf);
      const found = await run({path});
      const {fieldDocument, fieldText, filesText} = await import('../../ui/text/explain/field-text.ts');
      const [field] = found;
      await session.print({
        document: {formatVersion: 1, fields: found.map((one) => fieldDocument(one, recursive))},
        text: (style) => (path === undefined ? filesText(found, style) : fieldText(field, recursive, style)),
      });
    });

async function printSchema(path: string | undefined, session: Session, run: typeof applicationSchema): Promise<void> {
  if (path !== 'application')
    throw usageError('--schema needs the file application', 'Run "gantry explain application --schema".');
  const schema = await run(session.globals.stack, session.deps);
  await session.print({document: schema, text: () => `${JSON.stringify(schema, undefined, 2)}\n`});
}
