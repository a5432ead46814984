import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Input,
  type MantineColorsTuple,
  type Modal,
} from '@mantine/core';

/** The only accent colour. Shade 7 carries white text in the light theme, shade 4 dark text in the dark theme. */
const accent: MantineColorsTuple = [
  '#e9f8f5',
  '#d3efe9',
  '#a5dfd4',
  '#7de3d5',
  '#54d3c2',
  '#2aa898',
  '#148377',
  '#0c6f66',
  '#095850',
  '#06423c',
];

/** Mantine's dark greys, with the same green tint as the app's own colours. */
const dark: MantineColorsTuple = [
  '#e8f1ee',
  '#c3d2cd',
  '#a0b3ad',
  '#6d807a',
  '#2f3d39',
  '#26332f',
  '#1a2522',
  '#131b19',
  '#0f1614',
  '#0b1110',
];

const text = '0.875rem';
const title = '1.375rem';

/**
 * Avoids `Modal.extend`, which only returns its argument: importing it would load all dialog code before the first
 * view.
 */
const modal: Parameters<typeof Modal.extend>[0] = {
  // The scroll lock would add a style element, which the content security policy rejects.
  defaultProps: {
    lockScroll: false,
    centered: true,
    radius: 'lg',
    // No exit animation: the next key belongs to the page behind the dialog.
    transitionProps: { transition: 'fade-down', duration: 200, exitDuration: 0 },
    // No blur: without a graphics card, the whole window would be blurred again for each key.
    overlayProps: { backgroundOpacity: 0.4 },
    closeButtonProps: { 'aria-label': 'Close' },
  },
  styles: { title: { fontWeight: 600 } },
};

/** Nothing that is typed here is prose, or should be remembered by the browser engine. */
const typed = { autoComplete: 'off', spellCheck: false };

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  colors: { accent, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  // Every screen uses two text sizes. All of Mantine's sizes map to one of them.
  fontSizes: { xs: text, sm: text, md: text, lg: title, xl: title },
  defaultRadius: 'md',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      styles: { label: { fontWeight: 560 } },
      vars: (_theme, props) => ({
        root:
          props.variant === undefined || props.variant === 'filled'
            ? {
                '--button-bg': 'var(--ds-accent)',
                '--button-hover': 'var(--ds-accent-strong)',
                '--button-color': 'var(--ds-on-accent)',
              }
            : {},
      }),
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    // Labels, help and errors have the size of all other text.
    InputWrapper: Input.Wrapper.extend({
      styles: {
        label: { fontWeight: 520, marginBottom: 'var(--ds-space-1)' },
        description: { lineHeight: 1.45 },
        error: { lineHeight: 1.45 },
      },
      vars: () => ({
        label: { '--input-label-size': text, '--input-asterisk-color': 'var(--ds-bad)' },
        description: { '--input-description-size': text },
        error: { '--input-error-size': text },
        success: { '--input-success-size': text },
      }),
    }),
    TextInput: { defaultProps: typed },
    PasswordInput: { defaultProps: { ...typed, visibilityToggleFocusable: true } },
    Modal: modal,
  },
});

const shared = {
  '--mantine-color-body': 'var(--ds-sheet)',
  '--mantine-color-text': 'var(--ds-ink)',
  '--mantine-color-dimmed': 'var(--ds-ink-soft)',
  '--mantine-color-placeholder': 'var(--ds-ink-soft)',
  '--mantine-color-error': 'var(--ds-bad)',
  '--mantine-color-default': 'var(--ds-sheet)',
  '--mantine-color-default-hover': 'var(--ds-raised)',
  '--mantine-color-default-color': 'var(--ds-ink)',
  '--mantine-color-default-border': 'var(--ds-line-strong)',
};

/** Gives Mantine's components the colours of the app's own tokens, in both themes. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
