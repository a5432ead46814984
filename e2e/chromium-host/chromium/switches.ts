/** What decides how Chromium is started. */
export type LaunchOptions = {
  /** Chromium's profile folder, new and empty. */
  readonly profile: string;
  readonly headless: boolean;
  /** The TCP port for debuggers from outside; 0 lets Chromium choose; null opens none. */
  readonly debuggingPort: number | null;
  /** The port of the host's own way out (`way-out.ts`). */
  readonly wayOut: number;
  /** Whether Chromium's sandbox is to guard its processes: for root it refuses to. */
  readonly sandbox: boolean;
  /** The app's own switches (`app.commandLine`), each `--name` or `--name=value`. */
  readonly appSwitches: readonly string[];
};

/** Nothing but the app's own pages may use the network or ask the person anything. */
const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-infobars',
  '--disable-notifications',
  '--disable-prompt-on-repost',
  '--disable-search-engine-choice-screen',
  '--disable-session-crashed-bubble',
  '--disable-sync',
  '--hide-crash-restore-bubble',
  '--metrics-recording-only',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-quic',
];

/** As in an app's window, timers and painting go on while the window is behind another. */
const unthrottled = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
];

const unwantedFeatures = [
  'AutofillServerCommunication',
  'CalculateNativeWinOcclusion',
  'CertificateTransparencyComponentUpdater',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  // A process for a page that may come next: an app's windows come seldom.
  'SpareRendererForSitePerProcess',
  'Translate',
  // Two pages for an address bar that no window of an app has: a fifth of what a start costs.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** The blank page that a window shows before its app loads anything into it. */
export const BLANK_PAGE = 'about:blank';

/** The one that Chromium's own first window shows: it opens no app window on the other. */
export const FIRST_BLANK_PAGE = 'data:text/html,';

export function chromiumSwitches(options: LaunchOptions): readonly string[] {
  const { debuggingPort: port } = options;
  return [
    ...quiet,
    ...unthrottled,
    `--disable-features=${unwantedFeatures.join(',')}`,
    `--user-data-dir=${options.profile}`,
    '--remote-debugging-pipe',
    // This machine's own ports are reached that way too.
    `--proxy-server=socks5://127.0.0.1:${options.wayOut}`,
    '--proxy-bypass-list=<-loopback>',
    // No page can be given a policy of its own: all have the strictest.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    ...(port === null ? [] : [`--remote-debugging-port=${port}`]),
    // The port serves the inspector's pages, which then connect to it from an origin of the same address.
    ...(port === null || port === 0
      ? []
      : [`--remote-allow-origins=http://127.0.0.1:${port},http://localhost:${port}`]),
    // The second switch spares each window a banner that says so.
    ...(options.sandbox ? [] : ['--no-sandbox', '--test-type']),
    // Headed, a window without tabs and address bar comes only from the command line; the first window takes it over.
    ...(options.headless ? ['--headless=new', '--no-startup-window', '--disable-gpu'] : [`--app=${FIRST_BLANK_PAGE}`]),
    ...options.appSwitches,
  ];
}
