import type {Command} from 'commander';
import type {explainField} from '../../app/explain-field.ts';
import type {OpenSession} from '../session.ts';

type Run = (...request: Parameters<typeof explainField>) => Promise<ReturnType<typeof explainField>>;

const explainLazily: Run = async (request) => (await import('../../app/explain-field.ts')).explainField(request);

type Flags = {readonly recursive?: boolean};

/** Defines `gantry explain FIELD`: describes a field of the files from their schemas. */
export const defineExplain = (command: Command, open: OpenSession, run = explainLazily): Command =>
  command
    .argument('[field]', 'a file (project, stack, workspace, config, patches, spec), then its fields: stack.images')
    .option('--recursive', 'list nested fields, too')
    .action(async (path: string | undefined, {recursive = false}: Flags) => {
      const session = await open();
      const found = await run({path});
      const {fieldDocument, fieldText, filesText} = await import('../../ui/text/explain/field-text.ts');
      const [field] = found;
      await session.print({
        document: {formatVersion: 1, fields: found.map((one) => fieldDocument(one, recursive))},
        text: (style) => (path === undefined ? filesText(found, style) : fieldText(field, recursive, style)),
      });
    });
