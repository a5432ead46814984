import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { callOnBus, spawnOnDesktop, waitForService } from './desktop.ts';
import { stop } from './session-bus.ts';

const watcher = 'org.kde.StatusNotifierWatcher';

/** An Xfce panel with nothing but a tray. */
const configuration = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=8;x=0;y=0"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray"/>
  </property>
</channel>`;

/** A real tray (Xfce's panel) on the test desktop. */
export class DesktopTray {
  static readonly programs = ['xfce4-panel'] as const;

  readonly #panel: readonly ChildProcess[];

  static async start(folder: string): Promise<DesktopTray> {
    const settings = join(folder, '.config', 'xfce4', 'xfconf', 'xfce-perchannel-xml');
    await mkdir(settings, { recursive: true });
    await writeFile(join(settings, 'xfce4-panel.xml'), configuration);
    // The test bus does not start services automatically.
    const service = await readFile('/usr/share/dbus-1/services/org.xfce.Xfconf.service', 'utf8');
    const xfconfd = spawnOnDesktop(/^Exec=(.+)$/m.exec(service)?.[1] ?? 'xfconfd', [], folder);
    await waitForService('org.xfce.Xfconf');
    const tray = new DesktopTray([spawnOnDesktop('xfce4-panel', [], folder), xfconfd]);
    await waitForService(watcher);
    await expect
      .poll(() => read(watcher, '/StatusNotifierWatcher', watcher, 'IsStatusNotifierHostRegistered'))
      .toBe('(<true>,)');
    return tray;
  }

  private constructor(panel: readonly ChildProcess[]) {
    this.#panel = panel;
  }

  /** The tooltip of the app's icon; null if the tray shows no icon. */
  async toolTip(): Promise<string | null> {
    const icon = await findIcon();
    const toolTip = icon === null ? '' : await read(icon.service, icon.path, 'org.kde.StatusNotifierItem', 'ToolTip');
    return /\[\], '(.+)', ''/.exec(toolTip)?.[1] ?? null;
  }

  /** Clicks the app's icon. */
  async click(): Promise<void> {
    const { service, path } = await iconOrFail();
    await callOnBus(service, path, 'org.kde.StatusNotifierItem.Activate', '0', '0');
  }

  /** Chooses an entry in the icon's menu. */
  async choose(label: string): Promise<void> {
    const { service } = await iconOrFail();
    const menu = '/com/canonical/dbusmenu';
    const layout = await callOnBus(service, menu, 'com.canonical.dbusmenu.GetLayout', '0', '-1', '@as []');
    const [, id = ''] = new RegExp(`\\((\\d+), \\{[^{}]*'label': <'${label}'>`).exec(layout) ?? [];
    const clicked = callOnBus(service, menu, 'com.canonical.dbusmenu.Event', id, 'clicked', '<0>', 'uint32 0');
    // An app that quits does not answer.
    await clicked.catch(() => null);
  }

  async close(): Promise<void> {
    for (const child of this.#panel) await stop(child);
  }
}

type Icon = { readonly service: string; readonly path: string };

/** The only icon in the tray. */
async function findIcon(): Promise<Icon | null> {
  const items = await read(watcher, '/StatusNotifierWatcher', watcher, 'RegisteredStatusNotifierItems');
  const [, service, path] = /'([^'/]+)(\/[^']+)'/.exec(items) ?? [];
  return service === undefined || path === undefined ? null : { service, path };
}

async function iconOrFail(): Promise<Icon> {
  const icon = await findIcon();
  if (icon === null) throw new Error('The tray shows no icon.');
  return icon;
}

async function read(service: string, path: string, from: string, name: string): Promise<string> {
  return (await callOnBus(service, path, 'org.freedesktop.DBus.Properties.Get', from, name)).trim();
}
