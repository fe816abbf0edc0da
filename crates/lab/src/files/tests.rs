use super::*;

#[test]
fn files_appear_when_complete_and_leave_nothing_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let names = || fs::read_dir(folder.path()).unwrap().count();
    let path = folder.path().join("result");
    let mut first = OutputFile::create(&path).unwrap();
    let second = OutputFile::create(&path).unwrap();
    first.write_all(b"first").unwrap();
    assert_eq!((names(), path.exists()), (2, false));
    second.save("second").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"second");
    first.publish().unwrap();
    assert_eq!((names(), fs::read(&path).unwrap()), (1, b"first".to_vec()));
    drop(OutputFile::create(&path).unwrap());
    assert_eq!((names(), fs::read(&path).unwrap()), (1, b"first".to_vec()));
    assert!(OutputFile::create(folder.path()).is_err());
    let error = OutputFile::create(&folder.path().join("no/such/file")).unwrap_err();
    assert!(error.to_string().contains("no/such/file: "), "{error}");
    assert!(!error.to_string().contains(PREFIX), "{error}");
}

#[cfg(unix)]
#[test]
fn a_socket_is_not_called_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let error = OutputFile::create(&path).unwrap_err().to_string();
    assert!(error.contains("socket: ") && !error.contains("pipe"), "{error}");
}

#[cfg(unix)]
#[test]
fn files_have_usual_permissions_and_links_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [plain, new, link] = ["plain", "new", "link"].map(|name| folder.path().join(name));
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    fs::write(&plain, "plain").unwrap();
    OutputFile::create(&new).unwrap().save("new").unwrap();
    assert_eq!(mode(&new), mode(&plain));
    fs::set_permissions(&new, fs::Permissions::from_mode(0o600)).unwrap();
    OutputFile::create(&new).unwrap().save("newer").unwrap();
    assert_eq!(mode(&new), 0o600);
    fs::set_permissions(&new, fs::Permissions::from_mode(0o400)).unwrap();
    assert!(OutputFile::create(&new).is_err());
    std::os::unix::fs::symlink(&plain, &link).unwrap();
    OutputFile::create(&link).unwrap().save("link").unwrap();
    assert_eq!(fs::read(&plain).unwrap(), b"link");
    assert!(link.is_symlink());
    OutputFile::create(Path::new("/dev/null")).unwrap().save("nothing").unwrap();
    assert!(is_device(&fs::metadata("/dev/null").unwrap()));
}

/// The file of a link in another folder is written beside that file, not beside the link.
#[cfg(unix)]
#[test]
fn links_lead_to_their_file_or_are_rejected() {
    use std::os::unix::fs::symlink;
    let (links, files) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let names = |folder: &Path| fs::read_dir(folder).unwrap().count();
    let (link, file) = (links.path().join("link"), files.path().join("file"));
    fs::write(&file, "older").unwrap();
    symlink(&file, links.path().join("between")).unwrap();
    symlink("between", &link).unwrap();
    let mut output = OutputFile::create(&link).unwrap();
    output.write_all(b"newer").unwrap();
    assert_eq!((names(links.path()), names(files.path())), (2, 2));
    output.publish().unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"newer");
    assert_eq!((names(links.path()), names(files.path())), (2, 1));
    fs::remove_file(&file).unwrap();
    symlink("cycle", links.path().join("cycle")).unwrap();
    for name in ["link", "cycle"] {
        let error = OutputFile::create(&links.path().join(name)).unwrap_err().to_string();
        assert!(error.contains("the symbolic link leads to no file"), "{error}");
    }
    assert_eq!((names(links.path()), names(files.path())), (3, 0));
}

#[test]
fn folders_appear_when_complete_and_need_no_other_place() {
    let folder = tempfile::tempdir().unwrap();
    let names = |path: &Path| fs::read_dir(path).unwrap().count();
    for target in [folder.path().join("new"), folder.path().to_owned()] {
        let existed = target.exists();
        let results = OutputFolder::create(&target).unwrap();
        let is_inside = results.unfinished.0.path().parent() == Some(&*target);
        assert_eq!(is_inside, existed, "an existing folder holds its unfinished files");
        results.file("result").unwrap().save("content").unwrap();
        assert!(!target.join("result").exists());
        results.publish().unwrap();
        assert_eq!(fs::read(target.join("result")).unwrap(), b"content");
    }
    // The new folder and the result.
    assert_eq!((names(folder.path()), names(&folder.path().join("new"))), (2, 1));
}

#[cfg(unix)]
#[test]
fn no_file_is_written_twice_or_over_its_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let [file, link, hard, other] = ["file", "link", "hard", "other"].map(path);
    fs::write(&file, "").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    fs::hard_link(&file, &hard).unwrap();
    let dotted = path("./file");
    for same in [&file, &link, &hard, &dotted] {
        assert_eq!(distinct([&*file], [&**same]), Err(&**same));
        assert_eq!(distinct([], [&*file, same]), Err(&**same));
    }
    assert_eq!(distinct([&*file], [&*other]), Ok(()));
    let dotted = path("./other");
    assert_eq!(distinct([], [&*other, &dotted]), Err(&*dotted));
    let null = Path::new("/dev/null");
    assert_eq!(distinct([null], [null, null]), Ok(()));
}

#[test]
fn a_large_file_is_rejected_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse");
    File::create(&path).unwrap().set_len(20 << 30).unwrap();
    let error = read_text(&path, 1 << 20).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert_eq!(error.to_string(), "larger than 1.0 MiB");
    fs::write(&path, "12345").unwrap();
    assert_eq!(read_text(&path, 5).unwrap(), "12345");
    assert!(read_text(&path, 4).is_err());
    #[cfg(unix)]
    {
        let zeros = Path::new("/dev/zero");
        let error = read(zeros, "", 1 << 10).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        let error = read(zeros, "12", u64::MAX).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
    }
    assert_eq!(read(&path, "12", 5).unwrap(), b"12345");
    assert!(read(&path, "13", 5).is_err());
}

#[test]
fn texts_lose_their_mark_and_errors_name_the_position() {
    assert_eq!(decode("\u{FEFF}a".into()).unwrap(), "a");
    let error = decode(b"one\ntw\xff".to_vec()).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 3: not valid UTF-8");
}
