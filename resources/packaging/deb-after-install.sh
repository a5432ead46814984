#!/bin/bash
# dpkg runs this as root once the files of the deb are there. electron-builder fills in the names, and takes back with a script of
# its own what is done here. It has a script for this too, which gives Chromium's helper no rights where root may make user
# namespaces: that says nothing of who starts the app, for Debian's and Ubuntu's rules against them hold for all but root.

program='/opt/${sanitizedProductName}/${executable}'
link='/usr/bin/${executable}'

# The command for terminals. A link that was made without alternatives would be in the way.
if type update-alternatives > /dev/null 2>&1; then
  if [ -L "$link" ] && [ -e "$link" ] && [ "$(readlink "$link")" != '/etc/alternatives/${executable}' ]; then
    rm -f "$link"
  fi
  update-alternatives --install "$link" '${executable}' "$program" 100 || ln -sf "$program" "$link"
else
  ln -sf "$program" "$link"
fi

# Chromium asks for it only where it gets no user namespace.
chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'

if hash update-mime-database 2> /dev/null; then
  update-mime-database '/usr/share/mime' || true
fi
if hash update-desktop-database 2> /dev/null; then
  update-desktop-database '/usr/share/applications' || true
fi

# Ubuntu allows user namespaces to what has a profile. An AppArmor that can't read this one (abi 4.0) knows no such rule either.
if apparmor_status --enabled > /dev/null 2>&1; then
  packed='/opt/${sanitizedProductName}/resources/apparmor-profile'
  profile='/etc/apparmor.d/${executable}'
  if apparmor_parser --skip-kernel-load --debug "$packed" > /dev/null 2>&1; then
    cp -f "$packed" "$profile"
    # Within a chroot, where images of systems are made, the kernel is another system's.
    if ! { [ -x '/usr/bin/ischroot' ] && '/usr/bin/ischroot'; }; then
      # The last two flags have it read anew what the profile includes, as dh_apparmor does.
      apparmor_parser --replace --write-cache --skip-read-cache "$profile"
    fi
  else
    echo 'The AppArmor here does not know the kind of profile that Dropslip brings, so it gets none.'
  fi
fi
