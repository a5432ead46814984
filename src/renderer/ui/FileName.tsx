import {
  IconBinary,
  IconCode,
  IconFile,
  IconFileText,
  IconFileZip,
  IconFolder,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react';
import { visibleName } from '../../shared/text.ts';
import classes from './FileName.module.css';
import { splitFileName } from './split-file-name.ts';

type FileKind = 'image' | 'video' | 'audio' | 'archive' | 'document' | 'table' | 'code' | 'data' | 'other';

const extensions: { readonly [Kind in Exclude<FileKind, 'other'>]: readonly string[] } = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'heic', 'svg', 'bmp', 'tif', 'tiff', 'ico', 'raw', 'psd'],
  video: ['mp4', 'mov', 'mkv', 'webm', 'avi', 'm4v', 'mpg', 'mpeg'],
  audio: ['mp3', 'wav', 'flac', 'ogg', 'm4a', 'aac', 'opus', 'aiff'],
  archive: ['zip', 'gz', 'tgz', 'tar', 'bz2', 'xz', 'zst', '7z', 'rar', 'iso', 'dmg', 'deb', 'rpm'],
  document: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt', 'md', 'tex', 'pages', 'epub', 'ppt', 'pptx', 'key', 'odp'],
  table: ['csv', 'tsv', 'xls', 'xlsx', 'ods', 'numbers', 'parquet'],
  code: ['js', 'ts', 'tsx', 'jsx', 'py', 'rs', 'go', 'c', 'h', 'cpp', 'java', 'kt', 'swift', 'rb', 'sh', 'html', 'css'],
  data: ['json', 'jsonl', 'xml', 'yaml', 'yml', 'toml', 'sql', 'sqlite', 'db', 'bin', 'dat', 'car', 'wasm'],
};

const kindByExtension = new Map<string, FileKind>();
for (const kind of ['image', 'video', 'audio', 'archive', 'document', 'table', 'code', 'data'] as const) {
  for (const extension of extensions[kind]) kindByExtension.set(extension, kind);
}

export function fileKind(name: string): FileKind {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? (kindByExtension.get(name.slice(dot + 1).toLowerCase()) ?? 'other') : 'other';
}

const icons: { readonly [Kind in FileKind]: TablerIcon } = {
  image: IconPhoto,
  video: IconMovie,
  audio: IconMusic,
  archive: IconFileZip,
  document: IconFileText,
  table: IconTable,
  code: IconCode,
  data: IconBinary,
  other: IconFile,
};

type Props = { readonly name: string; readonly content?: 'file' | 'folder' };

export function FileIcon({ name, content = 'file' }: Props) {
  const Icon = content === 'folder' ? IconFolder : icons[fileKind(name)];
  return (
    <span className={classes.tile}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
    </span>
  );
}

type FileNameProps = { readonly name: string };

/** A name in its own reading direction, shortened in the middle where it does not fit. */
export function FileName({ name }: FileNameProps) {
  const shown = visibleName(name);
  const { head, tail } = splitFileName(shown);
  return (
    <bdi className={classes.name} title={shown}>
      <span className={classes.head}>{head}</span>
      {tail !== '' && <span className={classes.tail}>{tail}</span>}
    </bdi>
  );
}
