; Adds Dropslip to Explorer's "Send to", which opens all selected files at once. An update does not add it again, so a user can
; remove it.
!macro customInstall
  ${ifNot} ${isUpdated}
    CreateShortCut "$SENDTO\${PRODUCT_NAME}.lnk" "$INSTDIR\${APP_EXECUTABLE_FILENAME}" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME}" 0
  ${endIf}
!macroend

; Also removes the entries that the app itself made in the user's registry through Electron: nothing may start or open a program
; that is gone.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    Delete "$SENDTO\${PRODUCT_NAME}.lnk"

    ; The start at login, which Electron names by the app's id, and whether the user switched it off in Windows.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"

    ; Links open the copy that ran last. They stay if that is another copy than the installed one.
    ReadRegStr $R0 HKCU "Software\Classes\dropslip\shell\open\command" ""
    ${if} $R0 == '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
      DeleteRegKey HKCU "Software\Classes\dropslip"
    ${endIf}
  ${endIf}
!macroend
